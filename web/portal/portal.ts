import './portal.css'
import { enableThemeSwitch } from './appearance.ts'
import { keepDrafts } from './drafts.ts'
import { clearFieldErrorsOnInput, hideBrokenLogo } from './field-errors.ts'
import { enableFileUploads } from './file-uploads.ts'
import { enableLiveFilters } from './live-filters.ts'
import { proveWorkOnSubmit } from './proof-of-work.ts'
import { enableInlineReactions } from './reactions.ts'
import { enableInlineReplies } from './replies.ts'
import { restoreListOnReturn } from './restore-list.ts'
import { suggestSimilarRequests } from './similar-requests.ts'
import { enableInlineVoting } from './votes.ts'

// Every page works without scripts; each enhancement applies itself to the elements it finds.
document.documentElement.classList.add('has-script')
enableInlineVoting()
enableInlineReactions()
restoreListOnReturn()
proveWorkOnSubmit()
enableLiveFilters()
enableThemeSwitch()
keepDrafts()
suggestSimilarRequests()
enableInlineReplies()
enableFileUploads()
clearFieldErrorsOnInput()
hideBrokenLogo()
