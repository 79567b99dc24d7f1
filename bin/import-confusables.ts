/**
 * Writes server/platform/formats/confusables.txt from the file `confusables.txt` of Unicode Technical Standard 39, whose
 * path is the argument (https://www.unicode.org/Public/security/). Run it after an upgrade of Unicode.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const source = readFileSync(process.argv[2]!, 'utf8')
const version = /^# Version: (\S+)/m.exec(source)?.[1] ?? 'unknown'
const sourcesByPrototype = new Map<string, string[]>()
for (const [, from, to] of source.matchAll(/^([0-9A-F]+)\s*;\s*([0-9A-F ]+?)\s*;/gm)) {
  const character = String.fromCodePoint(parseInt(from!, 16))
  const prototype = to!.split(' ').map((hex) => String.fromCodePoint(parseInt(hex, 16)))
  // Names are normalized to NFKD and reduced to letters, marks and digits before the lookup (skeleton.ts).
  if (character.normalize('NFKD') !== character) continue
  if (!prototype.some((each) => /[\p{L}\p{N}]/u.test(each))) continue
  const key = to!.toLowerCase().replaceAll(/\b0+(?=.)/g, '')
  sourcesByPrototype.set(key, [...(sourcesByPrototype.get(key) ?? []), character.codePointAt(0)!.toString(16)])
}
const lines = [...sourcesByPrototype].map(([prototype, characters]) => `${prototype}; ${characters.join(' ')}`)
const header = `# Characters that look alike, by prototype, as hexadecimal code points: "prototype; character character …".
# Derived from confusables.txt ${version} of Unicode Technical Standard 39 by bin/import-confusables.ts.
# Copyright © 1991-present Unicode, Inc. Unicode License v3: https://www.unicode.org/license.txt
`
writeFileSync(
  new URL('../server/platform/formats/confusables.txt', import.meta.url),
  `${header}${lines.toSorted().join('\n')}\n`,
)
