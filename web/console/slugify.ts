// Letters that Unicode normalization doesn't split into a base letter and a mark.
const latin = 'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ŋ=n'
const cyrillic =
  'а=a б=b в=v г=g ґ=g д=d е=e є=ie ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz'
const greek = 'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o'
const letters = new Map(
  `${latin} ${cyrillic} ${greek}`.split(' ').map((pair) => pair.split('=') as [letter: string, written: string]),
)

const maxLength = 63

/**
 * Converts a name in any script to a slug for URLs. Returns an empty string for an empty name, and `fallback` for a name
 * without letters that map to a–z (Chinese, Arabic, emoji).
 */
export function slugify(name: string, fallback: 'workspace' | 'board'): string {
  if (name.trim() === '') return ''
  const unaccented = name.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const latinized = [...unaccented].map((letter) => letters.get(letter) ?? letter).join('')
  const slug = latinized
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength + 1)
    .replaceAll(/^-|-$/g, '')
    .slice(0, maxLength)
    .replace(/-$/, '')
  return slug || fallback
}
