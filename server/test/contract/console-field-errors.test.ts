import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { fieldErrorMessages } from '../../console/messages/field-errors.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Problems that no form of the console can cause, by file and path. */
const notInForms = [
  // A form offers only some overlaps; a command accepts any.
  "server/api-keys/rotate.ts '/overlap'",
  // The portal maps these by path.
  "server/comments/post-own.ts '/body'",
  "server/comments/post-own.ts '/parentId'",
  "server/comments/post-own.ts '/parentId'",
  "server/customers/earlier-names.ts '/name'",
  "server/customers/names.ts '/name'",
  // Assistants fill in prompts.
  "server/mcp/prompts.ts 'feedbackIds'",
  // Only the command line looks up members by address.
  "server/members/queries.ts '/email'",
]

/** Reads the modules that the API and the command line do not have for themselves. */
async function parseVerbs(): Promise<ts.SourceFile[]> {
  const sources: ts.SourceFile[] = []
  for await (const path of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|^server\/((test|cli|platform\/http|tracker\/providers)\/|portal\/(?!settings\/))/.test(path))
      continue
    sources.push(ts.createSourceFile(path, await readFile(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest, true))
  }
  return sources
}

const sources = await parseVerbs()

const findAll = <T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T): T[] => {
  const found: T[] = []
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

/** The members of an object literal by name, each with its source text. */
const membersOf = (literal: ts.ObjectLiteralExpression): Map<string, string> =>
  new Map(
    literal.properties.flatMap((each) => {
      if (ts.isShorthandPropertyAssignment(each)) return [[each.name.text, each.name.text] as const]
      return ts.isPropertyAssignment(each) ? [[each.name.getText(), each.initializer.getText()] as const] : []
    }),
  )

const problems = sources.flatMap((source) =>
  findAll(source, ts.isObjectLiteralExpression)
    .map((literal) => ({ file: source.fileName, members: membersOf(literal) }))
    .filter(({ members }) => members.has('message') && (members.has('path') || members.has('code'))),
)

test('gives a code to each problem that a form of the console can show', () => {
  const uncoded = problems
    .filter(({ members }) => !members.has('code') && !/^['`](|(path|query|header)\..*)['`]$/.test(members.get('path')!))
    .map(({ file, members }) => `${file} ${members.get('path')}`)
  assert.deepEqual(uncoded.sort(), notInForms)
})

test('has a sentence for each code of a verb and for each keyword and format of a schema', () => {
  const validation = sources.find(({ fileName }) => fileName === 'server/platform/validation.ts')!
  const keywords = findAll(validation, ts.isCaseClause).map(({ expression }) => expression.getText())
  const formats = findAll(validation, ts.isVariableDeclaration)
    .filter(({ name }) => name.getText() === 'formatNames')
    .flatMap(({ initializer }) => [...membersOf(initializer as ts.ObjectLiteralExpression).keys()])
  // `codeOf` in validation.ts replaces these by the format, by the name of the pattern and by `unstorable`.
  const replaced = ['format', 'x-text', 'x-storable']
  const codes = [...problems.map(({ members }) => members.get('code')), ...keywords, ...formats]
    .filter((code) => code?.startsWith("'"))
    .map((code) => code!.replaceAll("'", ''))
    .filter((code) => !replaced.includes(code))
  assert.ok(codes.length > 60, `found only ${codes.length} codes`)
  for (const [code, group] of Object.entries(fieldErrorMessages)) assert.ok('other' in group, code)
  assert.deepEqual(new Set(codes).difference(new Set(Object.keys(fieldErrorMessages))), new Set())
})
