import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { uncheckedWriters } from './unchecked-writers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

async function parseSources(pattern: string): Promise<Map<string, ts.SourceFile>> {
  const sources = new Map<string, ts.SourceFile>()
  for await (const path of glob(pattern, { cwd: root, exclude: ['web/build/**', 'web/.react-router/**'] })) {
    if (/\.test\.tsx?$|^server\/test\//.test(path)) continue
    const text = await readFile(`${root}/${path}`, 'utf8')
    sources.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  }
  return sources
}

const server = await parseSources('server/**/*.ts')
const web = await parseSources('web/**/*.{ts,tsx}')

type NamedFunction = { name: string; isExported: boolean; node: ts.FunctionDeclaration | ts.ArrowFunction }

const isExported = (node: ts.HasModifiers): boolean =>
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

/** Lists the functions that a module declares, as declarations or as constants. */
const listFunctions = (source: ts.SourceFile): NamedFunction[] =>
  source.statements.flatMap((statement): NamedFunction[] => {
    if (ts.isFunctionDeclaration(statement)) {
      return [{ name: statement.name!.text, isExported: isExported(statement), node: statement }]
    }
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer)
        ? [{ name: name.getText(), isExported: isExported(statement), node: initializer }]
        : [],
    )
  })

/**
 * Returns whether a function takes a write scope, more of one than a single member, or the context of a tracker
 * connection, which opens its own transactions. Sees through the type aliases of its module.
 */
const takesWriteScope = ({ node }: NamedFunction, source: ts.SourceFile): boolean =>
  node.parameters.some(({ type }) => {
    const alias = source.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === type?.getText())
    return /^((Omit|Pick)<)?WriteScope\b(?!\[)|^(Omit<)?ConnectionContext\b(?!\[)/.test(
      (alias?.type ?? type)?.getText() ?? '',
    )
  })

const writingCalls = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'defer', 'enqueue'])
const writingSql =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate)\b|(?<!\bfor\s+(no\s+key\s+)?)\bupdate\s+[\w"$]/i

const nameOfCallee = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()

/** Returns whether a node is itself a statement that writes: of the query builder, in SQL, or one that adds a job. */
const isWrite = (node: ts.Node): boolean =>
  (ts.isCallExpression(node) && writingCalls.has(nameOfCallee(node))) ||
  (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql') && writingSql.test(node.getText()))

/** Returns a test of whether code of a module writes, directly or through a declaration that it does not export. */
function createWriteDetector(source: ts.SourceFile): (node: ts.Node) => boolean {
  const internal = new Map<string, ts.Node>()
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && !isExported(statement)) internal.set(statement.name!.text, statement)
    if (!ts.isVariableStatement(statement) || isExported(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer) internal.set(name.getText(), initializer)
    }
  }
  const seen = new Map<string, boolean>()
  const writes = (node: ts.Node): boolean =>
    isWrite(node) ||
    (ts.isIdentifier(node) && internal.has(node.text) && declarationWrites(node.text)) ||
    (ts.forEachChild(node, (child) => writes(child) || undefined) ?? false)
  const declarationWrites = (name: string): boolean => {
    // A function that calls itself.
    if (!seen.has(name)) seen.set(name, false).set(name, writes(internal.get(name)!))
    return seen.get(name)!
  }
  return writes
}

const calleeOf = (node: ts.Node | undefined): string | null => {
  if (node === undefined) return null
  if (ts.isExpressionStatement(node) || ts.isAwaitExpression(node)) return calleeOf(node.expression)
  return ts.isCallExpression(node) ? node.expression.getText() : null
}

/** Returns whether a function begins with a permission check, or only calls one of the same module that does. */
function beginsWithCheck({ node }: NamedFunction, siblings: NamedFunction[]): boolean {
  const callee = calleeOf(node.body && ts.isBlock(node.body) ? node.body.statements[0] : node.body)
  if (callee === 'permit') return true
  if (node.body === undefined || ts.isBlock(node.body)) return false
  const delegate = siblings.find(({ name }) => name === callee)
  return delegate !== undefined && beginsWithCheck(delegate, siblings)
}

const writers = [...server].flatMap(([path, source]) => {
  const functions = listFunctions(source)
  const writes = createWriteDetector(source)
  return functions
    .filter((each) => each.isExported && (takesWriteScope(each, source) || writes(each.node)))
    .map((each) => ({ id: `${path}: ${each.name}`, isChecked: beginsWithCheck(each, functions) }))
})

/** Lists what a module imports for use at run time, as `path: name`. */
const listImports = (path: string, source: ts.SourceFile): string[] =>
  source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const specifier = (moduleSpecifier as ts.StringLiteral).text
    if (!/^(\.|#server\/)/.test(specifier)) return []
    const target = specifier.startsWith('#server/')
      ? specifier.replace('#server/', 'server/')
      : new URL(specifier, `file:///${path}`).pathname.slice(1)
    const bindings = importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings) || importClause.isTypeOnly) return []
    return bindings.elements.map(({ name, propertyName }) => `${target}: ${(propertyName ?? name).text}`)
  })

suite('exported functions that write: ', () => {
  assert.ok(writers.length > 100, 'did not find the verbs')
  const exempt = new Set(uncheckedWriters.flatMap(({ functions }) => functions))

  test('begin with a permission check, except for the listed ones', () => {
    const unchecked = writers.filter(({ id, isChecked }) => !isChecked && !exempt.has(id))
    assert.deepEqual(
      unchecked.map(({ id }) => id),
      [],
      'These functions can write and do not begin with permit(…).',
    )
  })

  test('need every listed exception', () => {
    const ids = new Set(writers.filter(({ isChecked }) => !isChecked).map(({ id }) => id))
    assert.deepEqual(
      [...exempt].filter((id) => !ids.has(id)),
      [],
    )
  })

  test('are not called by a page, a route or a command if they are steps of a verb', () => {
    const steps = new Set(uncheckedWriters.filter(({ isStep }) => isStep).flatMap(({ functions }) => functions))
    const entryPoints = [...server].filter(([path]) => /\/routes\.ts$|^server\/cli\/[^/]+\.ts$/.test(path))
    const calls = [...entryPoints, ...web].flatMap(([path, source]) =>
      listImports(path, source)
        .filter((id) => steps.has(id))
        .map((id) => `${path} imports ${id}`),
    )
    assert.deepEqual(calls, [])
  })
})

suite('permissions: ', () => {
  const checks = [...server.values()]
    .flatMap((source) => source.text.match(/permit\(\s*\w+Can\([\w.]+\)\.\w+/g) ?? [])
    .map((check) => check.replace(/permit\(\s*(\w+)\([\w.]+\)/, '$1'))

  test('are each checked by at least one verb', async () => {
    const unused: string[] = []
    for (const path of server.keys()) {
      if (!path.endsWith('/permissions.ts')) continue
      for (const [name, can] of Object.entries(await import(`${root}/${path}`))) {
        const members = Object.keys((can as (actor: object) => object)({ type: 'system', id: null }))
        unused.push(...members.map((member) => `${name}.${member}`).filter((each) => !checks.includes(each)))
      }
    }
    assert.deepEqual(unused, [])
  })

  test('are not checked by pages', () => {
    const pages = [...web].filter(([path, source]) =>
      listImports(path, source).some((id) => id === 'server/platform/authorization.ts: permit'),
    )
    assert.deepEqual(
      pages.map(([path]) => path),
      [],
    )
  })
})
