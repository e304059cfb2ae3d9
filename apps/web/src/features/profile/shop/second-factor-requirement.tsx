import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { shop } from '@/components/slip/shop-settings'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'

import { changeShop } from './shop-requests'

/** The owner's choice whether owners and managers need a second factor. */
export function SecondFactorRequirement() {
  const settings = useQuery(shop)
  const change = useMutation(changeShop)
  const noteId = useId()
  const boxId = useId()
  const saved = settings.data?.secondFactorRequired
  // A mutation is pending only a moment after the click, in which the box would jump back.
  const [choice, setChoice] = useState<boolean>()
  const isRequired = choice ?? saved

  function choose(isChosen: boolean) {
    if (choice !== undefined) return
    setChoice(isChosen)
    const input = { secondFactorRequired: isChosen }
    change.mutate({ input }, { onSettled: () => setChoice(undefined) })
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Second factor</CardTitle>
        <CardDescription id={noteId}>
          Owners and managers without one must set it up after their next sign-in.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {isRequired === undefined ? (
          <ListPlaceholder
            list={settings}
            loading="Loading settings..."
            failure="Failed to load the settings."
          />
        ) : (
          <div className="flex items-center gap-3 text-sm font-medium">
            <Checkbox
              id={boxId}
              checked={isRequired}
              // `disabled` would drop the focus.
              aria-disabled={choice !== undefined}
              aria-describedby={noteId}
              onChange={({ target }) => choose(target.checked)}
            />
            <label htmlFor={boxId}>Required for owners and managers</label>
          </div>
        )}
      </CardContent>
    </Card>
  )
}
