import { openSession } from '#src/open-session'

/** Nothing is left of the shop but its name, in which whoever restores it begins. */
export async function destroy(url: string): Promise<void> {
  const beside = new URL(url)
  const name = beside.pathname.slice(1)
  beside.pathname = 'postgres'
  const session = await openSession(beside.href)
  try {
    await session.run(`drop database ${name} with (force)`)
    await session.run(`create database ${name}`)
  } finally {
    await session.close()
  }
}
