import { useSession } from '@/lib/session/session-store'
import { tabKey } from './tab-storage'

/** The key of what the tab remembers for this user, so that another user does not find it. */
export function useTabKey(kind: Parameters<typeof tabKey>[0], name: string) {
  const session = useSession()
  return tabKey(kind, session.authState === 'Success' ? session.id : undefined, name)
}
