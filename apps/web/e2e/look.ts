import type { Page } from '@playwright/test'

import type { Who } from './accounts'

export const sizes = {
  wide: { width: 1280, height: 800 },
  small: { width: 390, height: 844 },
}

export interface Look {
  name: string
  path: string
  heading: string | RegExp
  as: Who | 'nobody'
  /** By default both. */
  on?: keyof typeof sizes
  /** What it makes the console say. */
  complaint?: RegExp
  /** What a person does before the look. */
  open?: (page: Page) => Promise<unknown>
}
