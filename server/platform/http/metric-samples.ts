/** One value of a metric, as Prometheus reads it. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const line = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/i
const label = /([a-z_]+)="((?:[^"\\]|\\.)*)"/gi

/** Parses metrics in the Prometheus text format. */
export const parseSamples = (text: string): Sample[] =>
  text.split('\n').flatMap((each) => {
    const [, name, labels = '', value] = line.exec(each) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(label)].map(([, key, escaped]) => [key, escaped!.replaceAll(/\\(.)/g, '$1')])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
