import { Check, Copy } from 'lucide-react'
import { useState, type RefObject } from 'react'

import { Button } from './ui/button'

interface CopyButtonProps {
  text: string
  /** The element that shows the text. */
  shownIn: RefObject<HTMLElement | null>
  onCopied?: () => void
}

/** Over plain HTTP the browser has no clipboard for pages. Then the text is selected, for a copy by hand. */
export function CopyButton({ text, shownIn, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'copied' | 'selected' | null>(null)
  const isCopied = state === 'copied'

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      onCopied?.()
    } catch {
      if (shownIn.current) getSelection()?.selectAllChildren(shownIn.current)
      setState('selected')
    }
  }

  return (
    <>
      <Button type="button" variant="outline" onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      {/* Always there, so that screen readers announce the text. */}
      <output className="order-last basis-full text-sm text-muted-foreground empty:sr-only">
        {state === 'selected' && `Selected. Press ${isApple() ? '⌘C' : 'Ctrl+C'} to copy.`}
      </output>
    </>
  )
}

function isApple() {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
