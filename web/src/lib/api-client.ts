import { ApiError, errorFromAnswer } from './api-error';
import { readStored } from './storage';

const PUBLIC_PATHS = ['/api/auth/login', '/api/auth/signup'];

/** Headers every call carries: the stored token, except where a session is only being opened. */
export function authHeaders(path: string): Record<string, string> {
  const token = PUBLIC_PATHS.includes(path) ? null : readStored('userToken');
  return token ? { Authorization: `Bearer ${token}` } : {};
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends one request and returns the raw answer; throws ApiError when it is not OK or cannot be reached. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { ...authHeaders(path), ...options.headers };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      credentials: 'include',
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'unreachable', '0: Network unreachable');
  }
  if (!answer.ok) throw errorFromAnswer(answer.status, answer.statusText, await answer.text());
  return answer;
}

/** Sends one request and returns its JSON; undefined for an empty answer. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const text = await (await send(path, options)).text();
  return (text ? JSON.parse(text) : undefined) as T;
}

interface UploadOptions {
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Posts a form with upload progress from 0 to 1 (fetch cannot report it). */
export function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(authHeaders(path))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(new ApiError(0, 'unreachable', '0: Network unreachable'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        reject(errorFromAnswer(request.status, request.statusText, request.responseText));
        return;
      }
      try {
        resolve(JSON.parse(request.responseText) as T);
      } catch {
        reject(new ApiError(request.status, 'unreadable_answer', `${request.status}: unreadable answer`));
      }
    };
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
