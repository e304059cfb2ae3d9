import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { prepare } from './prepare.mjs'
import { main, root, CliError } from './process.mjs'

/** Serves the web app with Vite on PORT, and the API behind it with tsx; both reload on changes. */
export function dev() {
  return main(async () => {
    await prepare([])
    // As in the API: the environment has priority over .env, and an empty variable counts as unset.
    const file = path.join(root, '.env')
    if (existsSync(file)) process.loadEnvFile(file)
    const port = process.env.PORT || '3000'
    // Checked first, so that no database is created if the web app cannot be served.
    await assertPortIsFree(Number(port))
    const apiPort = String(await probePort())
    const apiOrigin = `http://127.0.0.1:${apiPort}`
    const tsx = ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main.ts']
    // Vite serves this machine only, and so does the API behind it.
    const api = start('apps/api', tsx, { HOST: '127.0.0.1', PORT: apiPort }, 'pipe')
    printWithoutAddress(api.stdout)
    const children = [api]
    const stop = () => {
      // Signal each child only once: on a second signal tsx kills the API, and the database keeps running.
      for (const child of children.splice(0)) child.kill('SIGTERM')
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

    if (!(await waitUntilServed(`${apiOrigin}/readyz`, api))) return
    const web = start('apps/web', ['../../../node_modules/vite/bin/vite.js'], {
      PORT: port,
      STOCKIE_API_ORIGIN: apiOrigin,
    })
    children.push(web)
    // If one of them ends, stop the other one too.
    web.once('close', stop)
    api.once('close', stop)
    if (!(await waitUntilServed(`http://localhost:${port}`, web))) return
    console.log(`\nDevelop at http://localhost:${port}: every change is served immediately.`)
  })
}

/** Starts a process group of its own, so that Ctrl-C reaches the child only through this process. */
function start(folder, command, env, output = 'inherit') {
  const [program = '', ...args] = command
  const cwd = path.join(root, folder)
  /** @type {any} */
  const stdio = ['inherit', output, 'inherit']
  const child = spawn(process.execPath, [path.join(cwd, 'node_modules', program), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio,
    detached: process.platform !== 'win32',
  })
  child.once('close', (code) => (process.exitCode ||= code ?? 1))
  return child
}

/** Prints the API's log without its own address, because developers open the web app's. */
function printWithoutAddress(output) {
  createInterface({ input: output }).on('line', (line) => {
    if (!/http:\/\/\S+:\d+$/.test(line)) console.log(line)
  })
}

/** Waits until the URL answers. Returns false if the child ended, which has then printed why. */
async function waitUntilServed(url, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** Checks both addresses of localhost, because Vite may listen on either. */
async function assertPortIsFree(port) {
  for (const host of ['127.0.0.1', '::1']) {
    await probePort(port, host).catch((error) => {
      if (error.code !== 'EADDRINUSE') return
      throw new CliError(
        `Port ${port} is taken: stop the program that uses it, or choose another, such as PORT=${port + 1}.`,
      )
    })
  }
}

/** Listens on a port for a moment; 0 picks a free one. Rejects if the port is taken. */
function probePort(port = 0, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
