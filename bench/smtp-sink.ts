import { SMTPServer } from 'smtp-server'

// A mail server that accepts every message, discards it and prints the count each second.
let count = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on('end', () => {
      count += 1
      done()
    })
    stream.resume()
  },
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('ready\n'))
setInterval(() => process.stdout.write(`${count}\n`), 1_000)
