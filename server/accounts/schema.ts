import { invalid, type ProblemDetail } from '../platform/problems.ts'
import { type Static, Strict, Text, type TSchema, Type } from '../platform/schemas.ts'
import { createValidator } from '../platform/validation.ts'
import { slugSchema } from '../workspaces/create.ts'

/**
 * An address that a person types to prove that they receive its mail. PostgreSQL's `lower` turns “İ” into “i”, the
 * Kelvin sign into “k”, and every “Σ” into “σ”, but mail servers do not. So `fİrm.example` is a different domain from
 * `firm.example`, and its owner could sign in as `ada@firm.example`. These letters are therefore rejected.
 */
export const emailSchema = Type.String({
  'x-text': true,
  format: 'email',
  maxLength: 254,
  pattern: '^[^\\u0130\\u03a3\\u212a]*$',
})
// Only the length is restricted (NIST SP 800-63B, section 3.1.1). Not trimmed: a space may be part of a password.
const newPassword = Type.String({ 'x-storable': true, minLength: 12, maxLength: 128 })
// A password entered for confirmation: one of the wrong length is simply wrong.
const enteredPassword = Type.String({ 'x-storable': true, minLength: 1, maxLength: 1_000 })
const token = Type.String({ maxLength: 200 })
const personName = Text({ min: 1, max: 100 })
const code = Text({ min: 1, max: 40 })

const shapes = {
  address: Strict({ email: emailSchema }),
  passwordSignIn: Strict({ email: emailSchema, password: enteredPassword }),
  codeSignIn: Strict({ email: emailSchema, code }),
  secondFactor: Strict({ code }),
  confirmation: Strict({ password: Type.Optional(enteredPassword) }),
  reset: Strict({ token, password: newPassword }),
  passwordChange: Strict({ currentPassword: Type.Optional(enteredPassword), password: newPassword }),
  nameChange: Strict({ name: personName }),
  setup: Strict({
    token,
    name: personName,
    email: emailSchema,
    password: newPassword,
    workspaceName: Type.Optional(Text({ min: 1, max: 100 })),
    slug: Type.Optional(slugSchema),
    joinWorkspaces: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100, uniqueItems: true })),
  }),
  invitationAcceptance: Strict({ token, name: Type.Optional(personName), password: Type.Optional(newPassword) }),
}

type Shapes = typeof shapes
/** The input of each form. */
export type AccountInput = { [K in keyof Shapes]: Static<Shapes[K]> }

const checks = Object.fromEntries(
  Object.entries(shapes).map(([name, schema]) => [name, createValidator(schema as TSchema, '')]),
)

/**
 * Validates the input of a form and returns it trimmed, without undefined fields.
 * @param otherProblems problems that no schema detects, reported together with the rest
 * @throws 400 naming each invalid field
 */
export function parseAccountInput<K extends keyof Shapes>(
  shape: K,
  input: AccountInput[K],
  otherProblems: ProblemDetail[] = [],
): AccountInput[K] {
  const value = Object.fromEntries(Object.entries(input).filter(([, each]) => each !== undefined))
  const problems = [...checks[shape]!(value), ...otherProblems]
  if (problems.length > 0) throw invalid(problems)
  return value as AccountInput[K]
}
