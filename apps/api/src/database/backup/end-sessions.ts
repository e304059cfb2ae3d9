import { connectClient } from '@/database/connect-client'

/** A shop goes out of reach of every token that was given out for it before, whichever secret signed them. */
export async function endSessions(url: string): Promise<void> {
  const client = await connectClient(url)
  try {
    await client.query(
      `update users set token_version =
         (token_version + 1 + floor(random() * 999999998)::integer) % 1000000000`,
    )
  } finally {
    await client.end()
  }
}
