import { createPrivateKey } from 'node:crypto'
import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import { type Credential, type Tracker, TrackerError } from '../../tracker/tracker.ts'

/** What was typed about a credential, apart from itself: that comes on standard input, which nobody else can read. */
export interface CredentialOptions {
  tokenStdin?: boolean | undefined
  oauth?: boolean | undefined
  email?: string
  appId?: string
  installationId?: string
  /** Whether something stands in the command that may be one. */
  hasInlineCredential?: boolean | undefined
}

/** @throws 400 naming each option that does not go with this tracker, or with another option. */
export function validateCredentialOptions({ name, credentialKinds, oauth }: Tracker, options: CredentialOptions): void {
  const { email, appId, installationId, hasInlineCredential: isTyped = false } = options
  const problems: ProblemDetail[] = []
  const add = (path: string, message: string) => problems.push({ path, message })
  const foreign = `cannot be used for ${name}`
  if (isTyped) add('/tokenStdin', 'takes the credential from standard input: others can see what stands in a command')
  if (email !== undefined && !credentialKinds.includes('basic')) add('/email', foreign)
  const needsEmail = email === undefined && credentialKinds.includes('basic')
  if (needsEmail) add('/email', `is required for ${name}: whose token it is`)
  const app = { '/appId': appId, '/installationId': installationId }
  const isApp = (appId ?? installationId) !== undefined
  for (const [path, value] of Object.entries(app)) {
    const takesApps = credentialKinds.includes('app')
    if (value !== undefined && !takesApps) add(path, foreign)
    if (value === undefined && takesApps && isApp) add(path, 'is required for a GitHub App')
  }
  if (options.oauth && oauth === undefined) add('/oauth', foreign)
  if (options.oauth && options.tokenStdin) add('/oauth', 'does not go with --token-stdin: choose one of them')
  if (!options.oauth && !options.tokenStdin && !isTyped) {
    add('/tokenStdin', `is required, with the credential on standard input${oauth ? '; or --oauth' : ''}`)
  }
  if (problems.length > 0) throw invalid(problems)
}

type Input = AsyncIterable<Buffer | string> & { isTTY?: boolean }

const optionProblem = (message: string, path = '/tokenStdin') => invalid([{ path, message }])

/** @throws 400 when standard input holds nothing that can be a credential. It is never repeated. */
export async function readCredential(
  { credentialKinds }: Tracker,
  { email, appId, installationId }: CredentialOptions,
  input: Input,
): Promise<Credential> {
  const text = await readSecret(input, '/tokenStdin')
  if (appId !== undefined && installationId !== undefined) {
    return { kind: 'app', appId, installationId, privateKey: privateKeyOf(text) }
  }
  if (text.startsWith('-----BEGIN') && credentialKinds.includes('app')) {
    throw optionProblem('found a private key: name the GitHub App that it is of, with --app-id and --installation-id')
  }
  requireOneWord(text, '/tokenStdin')
  return email === undefined ? { kind: 'token', token: text } : { kind: 'basic', email, token: text }
}

/** The secret that a tracker signs with. @throws 400 */
export async function readWebhookSecret(input: Input): Promise<string> {
  const secret = await readSecret(input, '/secretStdin')
  requireOneWord(secret, '/secretStdin')
  // A signature that can be made by guessing the secret is none.
  if (secret.length < 16) throw optionProblem('must find at least 16 characters on standard input', '/secretStdin')
  return secret
}

function requireOneWord(text: string, path: string): void {
  // What may stand in a header, which is all that a token of any tracker is made of.
  if (!/^[\x21-\x7e]+$/.test(text)) throw optionProblem('must find one word on standard input, and nothing else', path)
}

// A private key of 4,096 bits has 3,272 characters.
const maxSecretBytes = 16_384

async function readSecret(input: Input, path: string): Promise<string> {
  if (input.isTTY) {
    throw optionProblem('reads standard input, and that is a terminal: put the secret in a file and add < file', path)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const read = Buffer.from(chunk)
    chunks.push(read)
    bytes += read.length
    if (bytes > maxSecretBytes) throw optionProblem('found more on standard input than any secret has', path)
  }
  const text = Buffer.concat(chunks).toString('utf8').trim().replaceAll('\r\n', '\n')
  if (text === '') throw optionProblem('found nothing on standard input', path)
  return text
}

function privateKeyOf(text: string): string {
  try {
    createPrivateKey(text)
    return text
  } catch {
    // Without its cause, which might quote the key.
    throw optionProblem(
      'must find the private key of the GitHub App on standard input: the whole PEM file, not encrypted',
    )
  }
}

/** A credential that the tracker turns away, beside the option that it came by. */
export function toOptionError(error: unknown): unknown {
  const isTurnedAway = error instanceof TrackerError && error.kind === 'revoked'
  return isTurnedAway ? optionProblem(`was turned away: ${error.message}`) : error
}
