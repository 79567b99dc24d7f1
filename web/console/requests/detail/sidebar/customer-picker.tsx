import { SearchPicker } from '../../../../ui/pickers/search-picker.tsx'
import { voteMessages as messages } from '../../../messages/requests/detail.ts'

/** Loaded on demand by the dialog that adds a vote. Without script, the email field takes its place. */
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
