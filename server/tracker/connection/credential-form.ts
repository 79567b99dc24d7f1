import { createPrivateKey } from 'node:crypto'
import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { Credential, Provider } from '../tracker.ts'

/** What somebody has typed into the form of a tracker; empty where it was left out. */
export interface CredentialFormInput {
  /** Of Jira: whose token it is. */
  email: string
  token: string
  /** Of GitHub: an App instead of a token. */
  isApp: boolean
  appId: string
  installationId: string
  secretKey: string
}

// A private key of 4,096 bits has 3,272 characters.
const maxCredentialLength = 16_384
// What may stand in a header, which is all that a token of any tracker is made of.
const headerSafe = /^[\x21-\x7e]+$/

/** @throws 400 beside each field that holds nothing that can be a credential. It is never repeated. */
export function parseCredentialForm(provider: Provider, typed: CredentialFormInput): Credential {
  if (provider === 'github' && typed.isApp) return parseAppCredential(typed)
  const [token, email] = [typed.token.trim(), typed.email.trim()]
  const problems: ProblemDetail[] = []
  if (token === '') problems.push({ path: '/token', message: 'is needed' })
  else if (!headerSafe.test(token) || token.length > maxCredentialLength) {
    problems.push({ path: '/token', message: 'must be one word, as the tracker has shown it' })
  }
  if (provider === 'jira' && !/^\S+@\S+$/.test(email)) {
    problems.push({ path: '/email', message: 'must be the e-mail address of the account that made the token' })
  }
  if (problems.length > 0) throw invalid(problems)
  return provider === 'jira' ? { kind: 'basic', email, token } : { kind: 'token', token }
}

function parseAppCredential(typed: CredentialFormInput): Credential {
  const [appId, installationId] = [typed.appId.trim(), typed.installationId.trim()]
  const privateKey = typed.secretKey.trim()
  const problems: ProblemDetail[] = []
  if (!/^[0-9A-Za-z._-]{1,64}$/.test(appId)) problems.push({ path: '/appId', message: 'must be the id of the App' })
  if (!/^[0-9]{1,20}$/.test(installationId)) {
    problems.push({ path: '/installationId', message: 'must be the number of its installation' })
  }
  if (!isPrivateKey(privateKey)) {
    problems.push({ path: '/secretKey', message: 'must be the whole PEM file of the private key, not encrypted' })
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
    return false
  }
}
