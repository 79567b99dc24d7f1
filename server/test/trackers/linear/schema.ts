import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLType,
  GraphQLUnionType,
} from 'graphql'
import ts from 'typescript'

/**
 * Returns Linear's schema, rebuilt from the TypeScript that graphql-codegen generates for its SDK; default values and
 * directives are missing there. Takes about two seconds, once per process.
 */
export const linearSchema = (): GraphQLSchema => {
  schema ??= buildSchema(readDeclarations())
  return schema
}

let schema: GraphQLSchema | undefined

interface Declarations {
  types: Map<string, ts.TypeNode>
  /** GraphQL value names by enum name. */
  enums: Map<string, string[]>
  scalars: string[]
}

function readDeclarations(): Declarations {
  const folder = new URL('.', import.meta.resolve('@linear/sdk'))
  const name = readdirSync(folder).find((file) => /^index-.*\.d\.mts$/.test(file))
  if (name === undefined) throw new Error('@linear/sdk no longer has its schema in index-….d.mts')
  const text = readFileSync(fileURLToPath(new URL(name, folder)), 'utf8')
  const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
  const declarations: Declarations = { types: new Map(), enums: new Map(), scalars: [] }
  for (const statement of ts.createSourceFile(name, text, options).statements) {
    if (ts.isEnumDeclaration(statement)) declarations.enums.set(statement.name.text, valuesOf(statement))
    if (ts.isTypeAliasDeclaration(statement)) declarations.types.set(statement.name.text, statement.type)
  }
  declarations.scalars = membersOf(declarations.types.get('Scalars')!).map(nameOf)
  return declarations
}

const valuesOf = ({ members }: ts.EnumDeclaration): string[] =>
  members.map(({ initializer }) => (initializer as ts.StringLiteral).text)

function buildSchema(declarations: Declarations): GraphQLSchema {
  const types = new TypeRegistry(declarations)
  return new GraphQLSchema({
    query: types.output('Query') as GraphQLObjectType,
    mutation: types.output('Mutation') as GraphQLObjectType,
  })
}

type Named = (name: string) => GraphQLNamedType

const builtIn = [GraphQLID, GraphQLString, GraphQLBoolean, GraphQLInt, GraphQLFloat]

/** Creates types on first reference, so that unreachable types are omitted. */
class TypeRegistry {
  readonly #declared: Map<string, ts.TypeNode>
  readonly #argumentTypes: Map<string, ts.TypeNode>
  readonly #enums: Map<string, string[]>
  readonly #made = new Map<string, GraphQLNamedType>()

  constructor({ types, enums, scalars }: Declarations) {
    this.#declared = types
    this.#enums = enums
    // Field names with consecutive capitals are cased differently in the names of their argument types.
    this.#argumentTypes = new Map([...types].map(([name, node]) => [name.toLowerCase(), node]))
    for (const name of scalars) {
      const scalar = builtIn.find((given) => given.name === name) ?? new GraphQLScalarType({ name })
      this.#made.set(scalarKey(name), scalar)
    }
  }

  output: Named = (name) => this.#once(name, (node) => this.#outputOf(name, node))

  input: Named = (name) =>
    this.#once(name, (node) => new GraphQLInputObjectType({ name, fields: () => this.#inputFieldsOf(node) }))

  #once(name: string, make: (node: ts.TypeNode) => GraphQLNamedType): GraphQLNamedType {
    const values = this.#enums.get(name)
    if (!this.#made.has(name)) this.#made.set(name, values ? enumOf(name, values) : make(this.#declarationOf(name)))
    return this.#made.get(name)!
  }

  #declarationOf(name: string): ts.TypeNode {
    const node = this.#declared.get(name)
    if (node === undefined) throw new Error(`@linear/sdk refers to ${name} but does not declare it`)
    return node
  }

  #outputOf(name: string, node: ts.TypeNode): GraphQLNamedType {
    const all = <T>(nodes: readonly ts.TypeNode[]) => nodes.map((type) => this.output(referredTo(type)) as T)
    if (ts.isUnionTypeNode(node)) return new GraphQLUnionType({ name, types: () => all(node.types) })
    const parents = ts.isIntersectionTypeNode(node) ? node.types.filter(ts.isTypeReferenceNode) : []
    const config = {
      name,
      interfaces: () => all<GraphQLInterfaceType>(parents),
      fields: () => this.#fieldsOf(name, node),
    }
    const isObject = membersOf(node).some((member) => nameOf(member) === '__typename')
    return isObject ? new GraphQLObjectType(config) : new GraphQLInterfaceType(config)
  }

  #fieldsOf(owner: string, node: ts.TypeNode): Record<string, GraphQLFieldConfig<unknown, unknown>> {
    const fields = membersOf(node).filter((member) => nameOf(member) !== '__typename')
    return Object.fromEntries(
      fields.map((member) => {
        const args = this.#argumentTypes.get(`${owner}${nameOf(member)}Args`.toLowerCase())
        const type = this.#typeOf(member.type!, this.output) as GraphQLOutputType
        return [nameOf(member), { type, ...(args && { args: this.#inputFieldsOf(args) }) }]
      }),
    )
  }

  #inputFieldsOf(node: ts.TypeNode): Record<string, GraphQLInputFieldConfig> {
    const typeOf = (member: ts.PropertySignature) => this.#typeOf(member.type!, this.input) as GraphQLInputType
    return Object.fromEntries(membersOf(node).map((member) => [nameOf(member), { type: typeOf(member) }]))
  }

  #typeOf(node: ts.TypeNode, named: Named): GraphQLType {
    const inner = optional(node)
    return inner === null ? new GraphQLNonNull(this.#nullableOf(node, named)) : this.#nullableOf(inner, named)
  }

  #nullableOf(node: ts.TypeNode, named: Named): GraphQLNullableType {
    if (ts.isIndexedAccessTypeNode(node)) return this.#made.get(scalarKey(literalOf(node.indexType)))!
    const list = node as ts.TypeReferenceNode
    if (referredTo(list) !== 'Array') return named(referredTo(list))
    return new GraphQLList(this.#typeOf(list.typeArguments![0]!, named))
  }
}

// Prefixed, because a scalar and a type may have the same name.
const scalarKey = (name: string): string => `Scalars.${name}`

const enumOf = (name: string, values: string[]) =>
  new GraphQLEnumType({ name, values: Object.fromEntries(values.map((value) => [value, { value }])) })

/** Returns the members of `{ … }` or of `Node & { … }`. */
function membersOf(node: ts.TypeNode): ts.PropertySignature[] {
  const parts: readonly ts.TypeNode[] = ts.isIntersectionTypeNode(node) ? node.types : [node]
  return parts.filter(ts.isTypeLiteralNode).flatMap(({ members }) => members.filter(ts.isPropertySignature))
}

const nameOf = ({ name }: ts.PropertySignature): string => (name as ts.Identifier | ts.StringLiteral).text

const referredTo = (node: ts.TypeNode): string => ((node as ts.TypeReferenceNode).typeName as ts.Identifier).text

const literalOf = (node: ts.TypeNode): string => ((node as ts.LiteralTypeNode).literal as ts.StringLiteral).text

/** Returns T of `Maybe<T>` and `InputMaybe<T>`, or null for any other type. */
function optional(node: ts.TypeNode): ts.TypeNode | null {
  const isOptional = ts.isTypeReferenceNode(node) && ['Maybe', 'InputMaybe'].includes(referredTo(node))
  return isOptional ? node.typeArguments![0]! : null
}
