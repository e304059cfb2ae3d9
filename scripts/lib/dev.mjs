import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { prepare } from './prepare.mjs'
import { main, root, Stop } from './steps.mjs'

/** The web app on PORT by Vite and the API behind it by tsx, both with hot reload. */
export function dev() {
  return main(async () => {
    await prepare([])
    // As the API does: the process's own environment, over what .env adds. An empty variable is unset.
    const file = path.join(root, '.env')
    if (existsSync(file)) process.loadEnvFile(file)
    const port = process.env.PORT || '3000'
    // Before a database is made for what could not be looked at.
    await requireFree(Number(port))
    const apiPort = String(await probePort())
    const apiOrigin = `http://127.0.0.1:${apiPort}`
    const tsx = ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main.ts']
    const api = start('apps/api', tsx, { PORT: apiPort }, 'pipe')
    tellWithoutAddress(api.stdout)
    const children = [api]
    const stop = () => {
      // Once: tsx takes a second signal for an order to kill the API, and its database would outlive it.
      for (const child of children.splice(0)) child.kill('SIGTERM')
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

    if (!(await answers(`${apiOrigin}/livez`, api))) return
    const web = start('apps/web', ['../../../node_modules/vite/bin/vite.js'], {
      PORT: port,
      STOCKIE_API_ORIGIN: apiOrigin,
    })
    children.push(web)
    // When one of them ends, so does the other: half a Stockie helps nobody.
    web.once('close', stop)
    api.once('close', stop)
    if (!(await answers(`http://localhost:${port}`, web))) return
    console.log(`\nDevelop at http://localhost:${port}: what you change is there at once.`)
  })
}

/** In a process group of its own, so that Ctrl-C reaches it through us alone. */
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

/** What the API says, but where it is itself: nobody develops there. */
function tellWithoutAddress(output) {
  createInterface({ input: output }).on('line', (line) => {
    if (!/http:\/\/\S+:\d+$/.test(line)) console.log(line)
  })
}

/** Waits until somebody answers there; false when it ended instead, having said why. */
async function answers(url, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** A name such as localhost has two addresses, and Vite takes either. */
async function requireFree(port) {
  for (const host of ['127.0.0.1', '::1']) {
    await probePort(port, host).catch((error) => {
      if (error.code !== 'EADDRINUSE') return
      throw new Stop(
        `Port ${port} is taken: stop the program that uses it, or choose another, such as PORT=${port + 1}.`,
      )
    })
  }
}

function probePort(port = 0, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
