import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import { proxyAdvice, proxyMessages, proxySettingsProblem } from '../../platform/http/request/proxy-monitor.ts'
import { isLoopbackHost } from '../../platform/loopback.ts'
import type { Settings } from '../../platform/settings.ts'

const { ok, warning, problem } = createFindings('settings')

/** Turns a problem of `readSettings` into a finding. */
export const settingProblem = (sentence: string): Finding =>
  problem(sentence, 'Correct it in the environment that Heed is started with, and run heed doctor again.')

/** Checks the public address that people and links use, and that visitors' addresses can be told apart. */
export function checkSettings(settings: Settings): Finding[] {
  const proxyProblem = proxySettingsProblem(settings)
  return [
    ...checkPublicUrl(settings),
    ...(proxyProblem === null ? [] : [warning(proxyMessages[proxyProblem], proxyAdvice)]),
  ]
}

function checkPublicUrl({ publicUrl, host }: Settings): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (isUnspecified(hostname)) {
    const advice = 'Set PUBLIC_URL to the address that people open Heed at, such as https://feedback.example.com.'
    return [problem(`PUBLIC_URL is ${publicUrl}, which does not work from an email or another machine.`, advice)]
  }
  if (isLoopbackHost(hostname)) {
    if (isLoopbackHost(host))
      return [ok(`The settings are valid. PUBLIC_URL is ${publicUrl}, which works on this machine only.`)]
    const advice = 'Set PUBLIC_URL to the address that other machines open Heed at.'
    return [
      warning(`Heed listens on ${host}, but PUBLIC_URL is ${publicUrl}: links do not work on other machines.`, advice),
    ]
  }
  if (protocol === 'https:') return [ok(`The settings are valid. PUBLIC_URL is ${publicUrl}.`)]
  const advice = 'Put a proxy with TLS in front of Heed and set PUBLIC_URL to its https address.'
  return [warning(`PUBLIC_URL is ${publicUrl}: API keys are sent unencrypted and can be intercepted.`, advice)]
}

const isUnspecified = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)
