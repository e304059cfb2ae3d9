import './index.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '@/app/app'
import { prepareShell } from '@/app/pages'
import { followOtherTabs, startSession } from '@/lib/session'
import { followTheme } from '@/lib/theme'
import { readToken } from '@/lib/token'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followTheme()
followOtherTabs()
void startSession()
// Whoever is signed in will want it: it comes while the session is being checked.
if (readToken() !== null) prepareShell()

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
