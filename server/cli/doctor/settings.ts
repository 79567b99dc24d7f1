import { isLoopbackHost } from '../../platform/loopback.ts'
import type { Settings } from '../../platform/settings.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, warning, problem } = createFindings('settings')

/** A setting that cannot be used at all, as `readSettings` says it. */
export const settingProblem = (sentence: string): Finding =>
  problem(sentence, 'Correct it in the environment that Heed is started with, and look again.')

/** What the settings say about the address that people and links use. */
export function checkSettings({ publicUrl, host }: Settings): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (isUnspecified(hostname)) {
    const advice = 'Set PUBLIC_URL to the address that people reach Heed by, such as https://feedback.example.com.'
    return [problem(`PUBLIC_URL is ${publicUrl}, which leads nowhere from a mail or another machine.`, advice)]
  }
  if (isLoopbackHost(hostname)) {
    if (isLoopbackHost(host))
      return [ok(`The settings can be used. PUBLIC_URL is ${publicUrl}, for this machine only.`)]
    const advice = 'Set PUBLIC_URL to the address that other machines reach Heed by.'
    return [
      warning(`Heed listens on ${host} for others, but PUBLIC_URL is ${publicUrl}: links lead them astray.`, advice),
    ]
  }
  if (protocol === 'https:') return [ok(`The settings can be used. PUBLIC_URL is ${publicUrl}.`)]
  const advice = 'Put a proxy with TLS in front of Heed and set PUBLIC_URL to its https address.'
  return [warning(`PUBLIC_URL is ${publicUrl}: API keys travel unencrypted and can be read on the way.`, advice)]
}

const isUnspecified = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)
