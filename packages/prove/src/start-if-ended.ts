import type { Api } from './start-api'

/** An API that has ended by itself, as a sentence; the clients need another one to come to their end. */
export async function startIfEnded(api: Pick<Api, 'ended' | 'start'>): Promise<string[]> {
  const how = api.ended()
  if (how === undefined) return []
  await api.start()
  return [`the API ended by itself, with ${how}`]
}
