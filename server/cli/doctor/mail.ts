import net from 'node:net'
import tls from 'node:tls'
import { explain } from '../../platform/explain.ts'
import type { Settings } from '../../platform/settings.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('mail')

// A mail server on the way to being useful greets within a second.
const patienceMs = 5_000

/** Whether mail leaves, and whether the server for it answers. Signs in to nothing: no credentials are sent. */
export async function checkMail({ smtpUrl, mailFrom }: Settings): Promise<Finding[]> {
  if (smtpUrl === null) {
    const advice = 'This version sends no mail yet. Set SMTP_URL and MAIL_FROM before you use one that does.'
    return [ok('There is no SMTP_URL.', advice)]
  }
  const { protocol, hostname, port } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  // Brackets belong to an IPv6 address in a URL, not to the address (RFC 3986, section 3.2.2).
  const host = hostname.replace(/^\[|\]$/g, '')
  const server = { host, port: Number(port) || (isSecure ? 465 : 587), isSecure }
  const sender = warning('SMTP_URL is set and MAIL_FROM is not.', 'Set MAIL_FROM to the address that mails come from.')
  return [await serverFinding(server), ...(mailFrom === null ? [sender] : [])]
}

interface Server {
  host: string
  port: number
  isSecure: boolean
}

async function serverFinding(server: Server): Promise<Finding> {
  const name = `The mail server ${server.host}:${server.port}`
  const advice = 'Check SMTP_URL, the firewall, and that smtps:// is used just where TLS begins at once.'
  try {
    const greeting = await greetingOf(server)
    if (/^220[ -]/.test(greeting)) return ok(`${name} greets: ${greeting}`)
    return problem(`${name} turns us away: ${greeting}`, advice)
  } catch (error) {
    return problem(`${name} cannot be used: ${explain(error)}.`, advice)
  }
}

/** The first line that the server sends (RFC 5321, section 3.1). @throws when none comes within five seconds. */
function greetingOf({ host, port, isSecure }: Server): Promise<string> {
  const socket = isSecure
    ? tls.connect({ host, port, servername: net.isIP(host) ? '' : host })
    : net.connect({ host, port })
  return new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => refuse(new Error(`no greeting within ${patienceMs / 1_000} s`)), patienceMs)
    const refuse = (error: Error) => {
      clearTimeout(late)
      socket.destroy()
      reject(error)
    }
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
      if (!text.includes('\n') && text.length < 1_000) return
      clearTimeout(late)
      // Nobody waits for its farewell.
      socket.unref().end('QUIT\r\n')
      resolve(printable(text.split('\n', 1)[0]!))
    })
    socket.once('end', () => refuse(new Error('it hangs up without a greeting')))
    socket.on('error', refuse)
  })
}

const printable = (line: string): string => line.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200)
