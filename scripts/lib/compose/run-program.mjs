import { spawn } from 'node:child_process'

/** Longer than a build takes; what hangs is ended. */
const patienceMs = 900_000

/** Runs a program to its end, whatever that is: its code, what it wrote, and both together. */
export function runProgram(command, args, { env = process.env, input = '', cwd = '.' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, cwd, stdio: 'pipe', timeout: patienceMs })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const end = (code) => resolve({ code, stdout, stderr, output: `${stdout}${stderr}` })
    child.once('error', (error) => ((stderr += error.message), end(127))).once('close', end)
    // Not everything that is started reads it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
