import { createPrivateKey } from 'node:crypto'
import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import { headerSafe } from '../../tracker/client/http.ts'
import { type Credential, type Tracker, TrackerError } from '../../tracker/tracker.ts'

/** The options about a credential. The credential itself comes from standard input, which no other process can read. */
export interface CredentialOptions {
  tokenStdin?: boolean | undefined
  oauth?: boolean | undefined
  email?: string
  appId?: string
  installationId?: string
  /** Whether the command line contains something that may be a credential. */
  hasInlineCredential?: boolean | undefined
}

/** Validates the options. @throws 400 that names each option that conflicts with the tracker or with another option */
export function validateCredentialOptions({ name, credentialKinds, oauth }: Tracker, options: CredentialOptions): void {
  const { email, appId, installationId, hasInlineCredential = false } = options
  const problems: ProblemDetail[] = []
  const add = (path: string, message: string) => problems.push({ path, message })
  const unsupported = `cannot be used for ${name}`
  if (hasInlineCredential)
    add('/tokenStdin', 'must be used instead of --token, because other users can see command-line arguments')
  if (email !== undefined && !credentialKinds.includes('basic')) add('/email', unsupported)
  const needsEmail = email === undefined && credentialKinds.includes('basic')
  if (needsEmail) add('/email', `is required for ${name}: the account that the token belongs to`)
  const app = { '/appId': appId, '/installationId': installationId }
  const isApp = (appId ?? installationId) !== undefined
  for (const [path, value] of Object.entries(app)) {
    const takesApps = credentialKinds.includes('app')
    if (value !== undefined && !takesApps) add(path, unsupported)
    if (value === undefined && takesApps && isApp) add(path, 'is required for a GitHub App')
  }
  if (options.oauth && oauth === undefined) add('/oauth', unsupported)
  if (options.oauth && options.tokenStdin) add('/oauth', 'cannot be combined with --token-stdin')
  if (!options.oauth && !options.tokenStdin && !hasInlineCredential) {
    add('/tokenStdin', `is required, with the credential on standard input${oauth ? '; or --oauth' : ''}`)
  }
  if (problems.length > 0) throw invalid(problems)
}

type Input = AsyncIterable<Buffer | string> & { isTTY?: boolean }

const optionProblem = (message: string, path = '/tokenStdin') => invalid([{ path, message }])

/** Reads the credential from standard input. @throws 400 that never contains the input, if it is not a credential */
export async function readCredential(
  { credentialKinds }: Tracker,
  { email, appId, installationId }: CredentialOptions,
  input: Input,
): Promise<Credential> {
  const text = await readSecret(input, '/tokenStdin')
  if (appId !== undefined && installationId !== undefined) {
    return { kind: 'app', appId, installationId, privateKey: requirePrivateKey(text) }
  }
  if (text.startsWith('-----BEGIN') && credentialKinds.includes('app')) {
    throw optionProblem('found a private key: specify its GitHub App with --app-id and --installation-id')
  }
  requireOneWord(text, '/tokenStdin')
  return email === undefined ? { kind: 'token', token: text } : { kind: 'basic', email, token: text }
}

/** Reads the secret that the tracker signs webhooks with. @throws 400 */
export async function readWebhookSecret(input: Input): Promise<string> {
  const secret = await readSecret(input, '/secretStdin')
  requireOneWord(secret, '/secretStdin')
  // A short secret could be guessed and used to forge calls.
  if (secret.length < 16) throw optionProblem('expects at least 16 characters on standard input', '/secretStdin')
  return secret
}

function requireOneWord(text: string, path: string): void {
  if (!headerSafe.test(text)) throw optionProblem('expects exactly one word on standard input', path)
}

// A 4,096-bit private key has 3,272 characters.
const maxSecretBytes = 16_384

async function readSecret(input: Input, path: string): Promise<string> {
  if (input.isTTY) {
    throw optionProblem('reads standard input, which is a terminal: put the secret in a file and add < file', path)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const buffer = Buffer.from(chunk)
    chunks.push(buffer)
    bytes += buffer.length
    if (bytes > maxSecretBytes) throw optionProblem('read too much from standard input to be a secret', path)
  }
  const text = Buffer.concat(chunks).toString('utf8').trim().replaceAll('\r\n', '\n')
  if (text === '') throw optionProblem('found nothing on standard input', path)
  return text
}

function requirePrivateKey(text: string): string {
  try {
    createPrivateKey(text)
    return text
  } catch {
    // Omits the cause, which might quote the key.
    throw optionProblem('expects the GitHub App’s private key on standard input: the complete, unencrypted PEM file')
  }
}

/** Converts the rejection of a credential to an error that names its option. */
export function toOptionError(error: unknown): unknown {
  const isRejected = error instanceof TrackerError && error.kind === 'revoked'
  return isRejected ? optionProblem(`was rejected: ${error.message}`) : error
}
