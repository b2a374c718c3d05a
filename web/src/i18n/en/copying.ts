/** English texts of what happens with the clipboard. */
export const copyingTexts = {
  copied: 'Copied to Clipboard',
  failed: 'Not copied',
  failedText: 'This browser did not allow it. Mark the text and copy it by hand.',
};
