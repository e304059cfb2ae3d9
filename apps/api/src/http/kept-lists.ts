import type { JsonBody } from './json-body'

/** A list as it was last read. It holds for as long as its revision is the one that there is. */
export type KeptList = { revision: string; total: number | null; body: JsonBody }

export type KeptLists = {
  find: (key: string) => KeptList | undefined
  keep: (key: string, list: KeptList) => void
}

/** Bytes: of a shop that has many products still one list and all reports, and no more. */
const limits = { all: 16_000_000, one: 4_000_000 }

/** What any list takes beside its rows: a short one keeps all 8 KB that Node cuts its bytes from. */
const overhead = 10_000

/** The last body of each list. Those that nobody has asked for in the longest time go first. */
export function createKeptLists({ all, one } = limits): KeptLists {
  const lists = new Map<string, KeptList>()
  let bytes = 0

  function take(key: string): KeptList | undefined {
    const list = lists.get(key)
    if (list && lists.delete(key)) bytes -= sizeOf(list)
    return list
  }

  function put(key: string, list: KeptList): void {
    lists.set(key, list)
    bytes += sizeOf(list)
  }

  function find(key: string): KeptList | undefined {
    const list = take(key)
    if (list) put(key, list)
    return list
  }

  function keep(key: string, list: KeptList): void {
    take(key)
    if (list.body.plain.length > one) return
    put(key, list)
    for (const oldest of lists.keys()) {
      if (bytes <= all) return
      take(oldest)
    }
  }

  return { find, keep }
}

/** Its compressed forms are a fifth of it. */
function sizeOf({ body }: KeptList): number {
  return body.plain.length * 1.2 + overhead
}
