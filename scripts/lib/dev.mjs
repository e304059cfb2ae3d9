import { spawn } from 'node:child_process'
import net from 'node:net'
import path from 'node:path'
import { prepare } from './prepare.mjs'
import { root } from './root.mjs'
import { main } from './steps.mjs'

/** The web app on PORT by Vite and the API behind it by tsx, both with hot reload. */
export function dev() {
  return main(async () => {
    await prepare(['generate'])
    const port = process.env.PORT ?? '3000'
    const apiPort = String(await freePort())
    const api = start(
      'apps/api',
      ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main.ts'],
      {
        PORT: apiPort,
      },
    )
    const web = start('apps/web', ['vite/bin/vite.js'], {
      PORT: port,
      STOCKIE_API_ORIGIN: `http://127.0.0.1:${apiPort}`,
    })
    const children = [api, web]
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => children.forEach((child) => child.kill(signal)))
    }
    // When one of them ends, so does the other: half a Stockie helps nobody.
    const codes = children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('close', (code) => {
            children.forEach((other) => other.kill('SIGTERM'))
            resolve(code ?? 0)
          })
        }),
    )
    process.exitCode = Math.max(...(await Promise.all(codes)))
  })
}

function start(folder, [program, ...args], env) {
  const cwd = path.join(root, folder)
  return spawn(process.execPath, [path.join(cwd, 'node_modules', program), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
