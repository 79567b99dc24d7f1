import { createPrivateKey } from 'node:crypto'
import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import { headerSafe } from '../client/http.ts'
import type { Credential, Provider } from '../tracker.ts'

/** The values of the credential form; empty for a field that was left out. */
export interface CredentialFormInput {
  /** For Jira: the account that the token belongs to. */
  email: string
  token: string
  /** For GitHub: whether it is an App instead of a token. */
  isApp: boolean
  appId: string
  installationId: string
  secretKey: string
}

// A 4,096-bit private key has 3,272 characters.
const maxCredentialLength = 16_384

/** Parses the credential form. @throws 400 for each field that cannot be a credential; never repeats its value. */
export function parseCredentialForm(provider: Provider, values: CredentialFormInput): Credential {
  if (provider === 'github' && values.isApp) return parseAppCredential(values)
  const [token, email] = [values.token.trim(), values.email.trim()]
  const problems: ProblemDetail[] = []
  if (token === '') problems.push({ path: '/token', message: 'is required', code: 'required' })
  else if (!headerSafe.test(token) || token.length > maxCredentialLength) {
    problems.push({ path: '/token', message: 'must be one word, exactly as the tracker showed it', code: 'invalid' })
  }
  if (provider === 'jira' && !/^\S+@\S+$/.test(email)) {
    problems.push({
      path: '/email',
      message: 'must be the email address of the account that the token belongs to',
      code: 'invalid',
    })
  }
  if (problems.length > 0) throw invalid(problems)
  return provider === 'jira' ? { kind: 'basic', email, token } : { kind: 'token', token }
}

function parseAppCredential(values: CredentialFormInput): Credential {
  const [appId, installationId] = [values.appId.trim(), values.installationId.trim()]
  const privateKey = values.secretKey.trim()
  const problems: ProblemDetail[] = []
  if (!/^[0-9A-Za-z._-]{1,64}$/.test(appId))
    problems.push({ path: '/appId', message: 'must be the App ID', code: 'invalid' })
  if (!/^[0-9]{1,20}$/.test(installationId)) {
    problems.push({ path: '/installationId', message: 'must be the installation’s number', code: 'invalid' })
  }
  if (!isPrivateKey(privateKey)) {
    problems.push({
      path: '/secretKey',
      message: 'must be the complete, unencrypted PEM file of the private key',
      code: 'invalid',
    })
  }
  if (problems.length > 0) throw invalid(problems)
  return { kind: 'app', appId, installationId, privateKey }
}

function isPrivateKey(text: string): boolean {
  if (text.length > maxCredentialLength) return false
  try {
    createPrivateKey(text)
    return true
  } catch {
    // Node.js has no other way to ask whether a text is a private key.
    return false
  }
}
