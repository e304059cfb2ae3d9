import type { Server } from 'node:http'

/** On a port of its own; its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.')
  return `http://127.0.0.1:${address.port}`
}
