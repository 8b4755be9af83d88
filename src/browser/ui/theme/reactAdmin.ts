const withoutAddress = { defaultProps: { syncWithLocation: false } }

/** How parts of react-admin begin in screens of a business: an address of the console ends with the record, not with a tab. */
export const reactAdminParts = {
  RaTabbedForm: withoutAddress,
  RaTabbedShowLayout: withoutAddress,
  // As wide as the inputs beside it.
  RaAutocompleteInput: { defaultProps: { fullWidth: true } },
}
