#!/usr/bin/python3
"""The smallest browser around WebKitGTK that WebKitWebDriver can drive: webkit-browser.py PROFILE PROXY

Debian's MiniBrowser forgets everything when it is driven. A phone does not: this one keeps storage and cookies in a
folder, so that it can be killed and opened again. It says yes when a page asks for the microphone.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile, proxy = sys.argv[1:3]

data = WebKit2.WebsiteDataManager(
    base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache"
)
data.set_network_proxy_settings(
    WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(proxy, None)
)
context = WebKit2.WebContext(website_data_manager=data)
context.get_cookie_manager().set_persistent_storage(
    f"{profile}/cookies", WebKit2.CookiePersistentStorage.TEXT
)
settings = WebKit2.Settings(
    enable_media_stream=True, enable_write_console_messages_to_stdout=True
)


def permit(_view, request):
    request.allow()
    return True


def open_view(_session):
    view = WebKit2.WebView(
        web_context=context, settings=settings, is_controlled_by_automation=True
    )
    view.connect("permission-request", permit)
    window = Gtk.Window()
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    return view


def begin(_context, session):
    about = WebKit2.ApplicationInfo()
    about.set_name("webkit")
    session.set_application_info(about)
    session.connect("create-web-view", open_view)


context.connect("automation-started", begin)
context.set_automation_allowed(True)
Gtk.main()
