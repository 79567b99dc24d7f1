/** Words that only a team uses of itself. A name that contains one of them, or a lookalike, is refused. */
export const reservedWords = [
  ...['team', 'staff', 'admin', 'administrator', 'administration', 'support', 'moderator', 'moderation', 'official'],
  ...['officially', 'helpdesk', 'employee', 'sysadmin', 'webmaster', 'postmaster', 'noreply', 'customerservice'],
  ...['customersupport', 'customercare', 'customersuccess', 'verified', 'security', 'billing'],
  // French, Spanish, Portuguese, Italian, German, Dutch, Swedish, Polish, Turkish.
  ...['equipe', 'assistance', 'officiel', 'officielle', 'administrateur', 'moderateur', 'equipo', 'soporte', 'oficial'],
  ...['administrador', 'administradora', 'moderador', 'moderadora', 'suporte', 'ufficiale', 'assistenza', 'supporto'],
  ...['amministratore', 'moderatore', 'mitarbeiter', 'mitarbeiterin', 'kundendienst', 'kundenservice', 'offiziell'],
  ...['moderatorin', 'medewerker', 'klantenservice', 'beheerder', 'officieel', 'officiell', 'kundtjanst', 'zespol'],
  ...['obsluga', 'oficjalny', 'wsparcie', 'destek', 'yonetici', 'moderatör'],
  // Russian, Ukrainian, Greek.
  ...['команда', 'поддержка', 'администратор', 'администрация', 'админ', 'модератор', 'официальный', 'сотрудник'],
  ...['підтримка', 'адміністратор', 'офіційний', 'ομαδα', 'υποστηριξη', 'διαχειριστης', 'επισημο'],
  // Arabic, Hebrew, Hindi.
  ...[
    'فريق',
    'الفريق',
    'الدعم',
    'مدير',
    'الادارة',
    'رسمي',
    'צוות',
    'תמיכה',
    'מנהל',
    'רשמי',
    'टीम',
    'समर्थन',
    'व्यवस्थापक',
  ],
] as const

/** The same in scripts that put no spaces between words: reserved wherever they occur. */
export const reservedParts = [
  ...[
    'サポート',
    '運営',
    '公式',
    '管理者',
    'スタッフ',
    'チーム',
    '事務局',
    '管理员',
    '管理員',
    '客服',
    '官方',
    '团队',
    '團隊',
  ],
  ...[
    '版主',
    '工作人员',
    '工作人員',
    '관리자',
    '운영자',
    '운영팀',
    '공식',
    '고객센터',
    '고객지원',
    'ทีมงาน',
    'ผู้ดูแล',
    'แอดมิน',
  ],
] as const
