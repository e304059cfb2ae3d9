import { resourcePaths, type ResourcePath } from '@stockie/contracts'
import { useState } from 'react'

import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { NativeSelect } from '@/components/ui/native-select'

import { DeletedList } from './deleted-list'
import { kinds } from './kinds'

/** What the owner alone can bring back. */
export function RecentlyDeleted() {
  const [kind, setKind] = useState<ResourcePath | null>(null)
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-x-4 pr-6">
        <CardHeader>
          <CardTitle>Recently deleted</CardTitle>
          <CardDescription>What you restore is as it was, stock included.</CardDescription>
        </CardHeader>
        <div className="w-full pt-4 pl-6 sm:w-52">
          <NativeSelect
            aria-label="Show deleted"
            value={kind ?? ''}
            onChange={({ target }) =>
              setKind(resourcePaths.find((path) => path === target.value) ?? null)
            }
          >
            <option value="">Everything</option>
            {resourcePaths.map((path) => (
              <option key={path} value={path}>
                {kinds[path].many}
              </option>
            ))}
          </NativeSelect>
        </div>
      </div>
      <CardContent className="pt-3 pb-4">
        <DeletedList kind={kind} />
      </CardContent>
    </Card>
  )
}
