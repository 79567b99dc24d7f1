const number = new Intl.NumberFormat('en')

/** Texts of plan and limits in the settings. */
export const planMessages = {
  about: 'What this workspace may use.',
  plan: 'Plan',
  plans: { free: 'Free', starter: 'Starter', growth: 'Growth' },
  current: 'Your plan',
  byOperator: 'The operator of this server changes the plan.',
  customers: 'Tracked customers',
  customersText: 'Everybody who has filed, voted or commented under a name, through the API or the portal.',
  used: (used: number, max: number | null) =>
    max === null ? `${number.format(used)}, without a cap` : `${number.format(used)} of ${number.format(max)}`,
  left: (left: number) => (left === 1 ? 'Room for one more.' : `Room for ${number.format(left)} more.`),
  full: 'The cap is reached',
  fullText:
    'Whoever is new can file and vote no more, and the API answers 403. Those who are tracked go on as before. Delete customers, or ask for another plan.',
  near: 'The cap is near',
  nearText: 'Once it is reached, whoever is new can file and vote no more.',
  see: 'See customers',
  upTo: (max: number | null) =>
    max === null ? 'Any number of tracked customers' : `Up to ${number.format(max)} tracked customers`,
  rates: 'API requests',
  ratesText: 'More than that within a minute are answered with 429, and a time to try again.',
  perKey: 'Of one token',
  perWorkspace: 'Of the whole workspace',
  rate: (count: number, seconds: number) =>
    seconds === 60 ? `${number.format(count)} a minute` : `${number.format(count)} in ${seconds} seconds`,
  tokens: 'API tokens',
}
