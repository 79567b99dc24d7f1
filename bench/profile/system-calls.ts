const maxCalls = 12

// A percentage, other figures, and the name of a system call. Names such as `ptrace_syscall_info.op` are messages of
// strace about itself.
const callRow = /^ *\d+\.\d+ .* \w+$/

/** Returns the heading and the first rows of the table that `strace -c` prints, without its other messages. */
export function listSystemCalls(output: string): string[] {
  const lines = output.split('\n').map((line) => line.trimEnd())
  const heading = lines.filter((line) => line.startsWith('% time')).slice(0, 1)
  const rows = lines.filter((line) => callRow.test(line) && !line.endsWith(' total'))
  return [...heading, ...rows.slice(0, maxCalls)]
}
