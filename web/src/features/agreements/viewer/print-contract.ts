/**
 * Opens the browser's print window, where the contract can be saved as PDF.
 * The window takes the file's name from the document's title.
 */
export function printContract(agreementId: string): void {
  const title = document.title;
  document.title = `agreement_${agreementId}_summary`;
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}
