import { invalid, type ProblemDetail } from '../platform/problems.ts'
import { type Static, Strict, Text, type TSchema, Type } from '../platform/schemas.ts'
import { compileValidator } from '../platform/validation.ts'
import { slugSchema } from '../workspaces/create.ts'

export const emailSchema = Type.String({ 'x-text': true, format: 'email', maxLength: 254 })
// Length is all that is asked for (NIST SP 800-63B, section 3.1.1). Not trimmed: a space may be part of it.
const newPassword = Type.String({ 'x-storable': true, minLength: 12, maxLength: 128 })
// What is typed to prove who one is: too short or too long is as wrong as any other.
const typed = Type.String({ 'x-storable': true, minLength: 1, maxLength: 1_000 })
const token = Type.String({ maxLength: 200 })
const personName = Text({ min: 1, max: 100 })
const code = Text({ min: 1, max: 40 })

const shapes = {
  address: Strict({ email: emailSchema }),
  passwordSignIn: Strict({ email: emailSchema, password: typed }),
  codeSignIn: Strict({ email: emailSchema, code }),
  secondStep: Strict({ code }),
  confirmation: Strict({ password: Type.Optional(typed) }),
  reset: Strict({ token, password: newPassword }),
  passwordChange: Strict({ currentPassword: Type.Optional(typed), password: newPassword }),
  nameChange: Strict({ name: personName }),
  setUp: Strict({
    token,
    name: personName,
    email: emailSchema,
    password: newPassword,
    workspaceName: Type.Optional(Text({ min: 1, max: 100 })),
    slug: Type.Optional(slugSchema),
    joinWorkspaces: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100, uniqueItems: true })),
  }),
  acceptance: Strict({ token, name: Type.Optional(personName), password: Type.Optional(newPassword) }),
}

type Shapes = typeof shapes
/** What each form hands over. */
export type AccountInput = { [K in keyof Shapes]: Static<Shapes[K]> }

const checks = Object.fromEntries(
  Object.entries(shapes).map(([name, schema]) => [name, compileValidator(schema as TSchema, '')]),
)

/**
 * The input as it will be used: trimmed, undefined members left out.
 * @param alsoWrong what no schema says, told together with the rest.
 * @throws 400 naming each member that is wrong
 */
export function parseAccountInput<K extends keyof Shapes>(
  shape: K,
  input: AccountInput[K],
  alsoWrong: ProblemDetail[] = [],
): AccountInput[K] {
  const value = Object.fromEntries(Object.entries(input).filter(([, each]) => each !== undefined))
  const problems = [...checks[shape]!(value), ...alsoWrong]
  if (problems.length > 0) throw invalid(problems)
  return value as AccountInput[K]
}
