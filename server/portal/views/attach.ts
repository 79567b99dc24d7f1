import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { commonMessages } from '../messages/common.ts'

/** Returns the attribute that lets a script upload files into a text field. Customers must be signed in. */
export const filesAttribute = ({ base, viewer }: PortalContext): Html | null =>
  viewer && html` data-files="${base}/files"`

/** Renders the button that opens the file picker, which is only shown with scripts. @param id of the text field */
export const attachButton = ({ viewer }: PortalContext, id: string): Html | null =>
  viewer &&
  html`<p class="attach"><button type="button" class="button quiet" data-attach="${id}">${commonMessages.attach}</button> <span class="help" role="status" data-attach-status="${id}"></span></p>`
