/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

// What the tokens --ground-surface are in the two themes.
const themeBackgrounds = { light: '#ffffff', dark: '#191817' } as const
const textColors = ['#ffffff', '#1a1816'] as const

export type AccentTheme = keyof typeof themeBackgrounds

export interface ContrastSample {
  ground: AccentTheme
  /** The better one of light and dark text. */
  ink: string
  textContrast: number
  groundContrast: number
  /** What is to be seen to (WCAG 2.2: 4.5 for text, 3 for controls). */
  fault: 'text' | 'ground' | null
}

/** How a button of this colour is seen on a ground. */
export function contrastSampleOn(ground: AccentTheme, color: string): ContrastSample {
  const [first, second] = textColors.map((ink) => ({ ink, contrast: contrastRatio(ink, color) })) as [
    TextColor,
    TextColor,
  ]
  const { ink, contrast: textContrast } = first.contrast >= 4.5 ? first : best(first, second)
  const groundContrast = contrastRatio(color, themeBackgrounds[ground])
  const fault = textContrast < 4.5 ? 'text' : groundContrast < 3 ? 'ground' : null
  return { ground, ink, textContrast, groundContrast, fault }
}

interface TextColor {
  ink: string
  contrast: number
}

const best = (one: TextColor, other: TextColor): TextColor => (one.contrast >= other.contrast ? one : other)

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)
