//! Which requests may use the preview.
//!
//! Other programs of the user, other users of the machine, and web pages can all connect to the
//! port. The token in the address keeps them out. The `Host` header must name the loopback
//! interface, because a web page may have a name that resolves to it (DNS rebinding). The `Origin`
//! header, which browsers add, must be that of the page itself, and `Sec-Fetch-Site` must not name
//! another site.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use constant_time_eq::constant_time_eq;
use hyper::Method;
use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::request::Parts;

/// The length of a token in bytes: 128 bits. Editors truncate a message that is wider than the screen.
const TOKEN: usize = 16;

/// The token and the port of a preview.
#[derive(Debug)]
pub(super) struct Access {
    token: String,
    port: u16,
}

impl Access {
    /// Creates the access with a new token from the operating system.
    ///
    /// # Errors
    ///
    /// Fails if the operating system has no random numbers.
    pub(super) fn new(port: u16) -> Result<Self, getrandom::Error> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes)?;
        Ok(Self { token: URL_SAFE_NO_PAD.encode(bytes), port })
    }

    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Returns the path of a request below the token, or `None` if the request is refused.
    pub(super) fn admit<'a>(&self, request: &'a Parts) -> Option<&'a str> {
        let path = request.uri.path().strip_prefix('/')?;
        let (token, path) = path.split_once('/')?;
        // The time of the comparison shows nothing about the token.
        let is_admitted = constant_time_eq(token.as_bytes(), self.token.as_bytes())
            && self.is_own_host(&request.headers)
            && is_own_site(&request.headers)
            && self.is_own_origin(request);
        is_admitted.then_some(path)
    }

    fn hosts(&self) -> [String; 2] {
        ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port))
    }

    fn is_own_host(&self, headers: &HeaderMap) -> bool {
        only(headers, &HOST).is_some_and(|host| self.hosts().contains(&host.to_owned()))
    }

    /// Whether the page itself has sent a request. Browsers leave the header out only when they
    /// load something.
    fn is_own_origin(&self, request: &Parts) -> bool {
        if !request.headers.contains_key(ORIGIN) {
            return request.method == Method::GET;
        }
        let origin =
            only(&request.headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some() && origin == only(&request.headers, &HOST)
    }
}

/// Whether no other site caused a request, such as by a link or an image. Browsers say so without
/// an origin, too.
fn is_own_site(headers: &HeaderMap) -> bool {
    let site = HeaderName::from_static("sec-fetch-site");
    !headers.contains_key(&site) || matches!(only(headers, &site), Some("same-origin" | "none"))
}

/// Returns the value of a header that occurs once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    const OWN: &str = "127.0.0.1:4000";

    /// A request to the page of this access, with headers.
    fn parts(method: &str, path: &str, headers: &[(&str, &str)]) -> Parts {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn tokens_are_long_and_unique() {
        let one = Access::new(4000).unwrap();
        let other = Access::new(4000).unwrap();
        assert_eq!(URL_SAFE_NO_PAD.decode(&one.token).unwrap().len() * 8, 128);
        assert_ne!(one.token, other.token);
        assert_eq!(one.address(), format!("http://{OWN}/{}/", one.token));
    }

    #[test]
    fn only_the_page_origin_is_accepted() {
        let access = Access::new(4000).unwrap();
        let stale = Access::new(4000).unwrap();
        let path = format!("/{}/call", access.token);
        let own = format!("http://{OWN}");
        let admitted = |method: &str, path: &str, headers: &[(&str, &str)]| {
            let parts = parts(method, path, headers);
            access.admit(&parts).map(str::to_owned)
        };
        let call = Some("call".to_owned());
        let host = ("host", OWN);
        assert_eq!(admitted("GET", &path, &[host]), call);
        assert_eq!(admitted("GET", &path, &[host, ("origin", &own)]), call);
        assert_eq!(admitted("POST", &path, &[host, ("origin", &own)]), call);
        let named = [("host", "localhost:4000"), ("origin", "http://localhost:4000")];
        assert_eq!(admitted("POST", &path, &named), call);
        let root = format!("/{}/", access.token);
        assert_eq!(admitted("GET", &root, &[host]), Some(String::new()));

        let refused = |method: &str, path: &str, headers: &[(&str, &str)]| {
            assert_eq!(admitted(method, path, headers), None, "{path} {headers:?}");
        };
        // The token.
        let short = &path[..path.len() - "x/call".len()];
        let paths = [
            "/",
            "/call",
            "//call",
            "*",
            &format!("/{}/call", stale.token),
            &format!("/{}", access.token),
            &format!("{short}/call"),
            &path.replace("/call", "x/call"),
            &path.to_uppercase(),
        ];
        for path in paths {
            refused("GET", path, &[host]);
            refused("POST", path, &[host, ("origin", &own)]);
        }
        // The host: DNS rebinding.
        for host in [
            "evil.example:4000",
            "127.0.0.1",
            "127.0.0.1:4001",
            "localhost",
            "",
            "127.0.0.1:4000.evil.example",
        ] {
            let origin = format!("http://{host}");
            refused("GET", &path, &[("host", host)]);
            refused("POST", &path, &[("host", host), ("origin", &origin)]);
        }
        refused("GET", &path, &[]);
        refused("GET", &path, &[host, ("host", "evil.example:4000")]);
        // The origin: other sites, and pages without one.
        refused("POST", &path, &[host]);
        for origin in [
            "http://evil.example",
            "null",
            "",
            "https://127.0.0.1:4000",
            "http://127.0.0.1:4001",
            "http://localhost:4000",
        ] {
            refused("GET", &path, &[host, ("origin", origin)]);
            refused("POST", &path, &[host, ("origin", origin)]);
        }
        refused("POST", &path, &[host, ("origin", &own), ("origin", "http://evil.example")]);
        // The site: links and images of other pages have no origin.
        for site in ["cross-site", "same-site", ""] {
            refused("GET", &root, &[host, ("sec-fetch-site", site)]);
        }
        for site in ["same-origin", "none"] {
            assert_eq!(admitted("GET", &path, &[host, ("sec-fetch-site", site)]), call);
        }
    }
}
