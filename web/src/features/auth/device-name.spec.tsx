import { deviceName } from './sessions-list';

const on = (browser: string, system: string) => `${browser} on ${system}`;

describe('the name of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', 'Firefox on Android'],
  ])('is browser and system: %s', (userAgent, name) => {
    expect(deviceName(userAgent, on)).toBe(name);
  });

  it.each([null, '', 'x', '<script>'])('is unknown for %p', (userAgent) => {
    expect(deviceName(userAgent, on)).toBeNull();
  });
});
