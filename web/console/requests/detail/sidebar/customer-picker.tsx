import { SearchPicker } from '../../../../ui/pickers/search-picker.tsx'
import { voteMessages as messages } from '../../../messages/requests/detail.ts'

/**
 * Searches for the customer on whose behalf to vote. The dialog that adds a vote loads it on demand; without
 * JavaScript, an email field takes its place.
 */
export default function CustomerPicker({ home }: { home: string }) {
  return (
    <SearchPicker
      name="customerId"
      label={messages.customer}
      help={messages.customerHelp}
      placeholder={messages.search}
      loadUrl={`${home}/requests/customers`}
    >
      {null}
    </SearchPicker>
  )
}
