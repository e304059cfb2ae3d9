// A child process that serves a folder's embedded database until SIGTERM or a kill.
import { openEmbeddedServer } from '#src/database/embedded/embedded-server'

async function serve(home: string): Promise<void> {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const server = await openEmbeddedServer({ home, serving: true, log })
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
  process.stdout.write(`${server.url}\n`)
}

serve(process.argv[2] ?? '').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
