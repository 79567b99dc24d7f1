import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSystemCalls } from './system-calls.ts'

const heading = '% time     seconds  usecs/call     calls    errors syscall'
const rule = '------ ----------- ----------- --------- --------- ----------------'
const row = (name: string) => `  0.50    0.000120           1        30        13 ${name}`

test('lists the system calls that strace has counted, without its messages and the total', () => {
  const output = [
    'strace: Process 12 attached',
    heading,
    rule,
    row('epoll_pwait'),
    row('ptrace_syscall_info.op'),
    'strace: ptrace_syscall_info.op: unexpected value',
    row('writev'),
    rule,
    '100.00    0.000240           1        60        26 total',
    '',
  ].join('\n')
  assert.deepEqual(listSystemCalls(output), [heading, row('epoll_pwait'), row('writev')])
})

test('lists at most twelve system calls', () => {
  const rows = Array.from({ length: 20 }, (_, index) => row(`call_${index}`))
  assert.deepEqual(listSystemCalls([heading, rule, ...rows].join('\n')), [heading, ...rows.slice(0, 12)])
})
