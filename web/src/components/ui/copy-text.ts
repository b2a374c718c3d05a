import { copyingTexts as text } from '#texts/copying';
import { toast } from './toast-store';

/** Puts text on the clipboard and says so, or that it could not. */
export async function copyText(words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    toast({ title: text.copied });
  } catch {
    toast({ title: text.failed, text: text.failedText, tone: 'destructive' });
  }
}
