# An image with the program and nothing else: docker build --tag fieldd . && docker run --rm --interactive fieldd
# The first stage builds the static binary, and the second has what is copied from it.
FROM swift:6.2-bookworm AS build
WORKDIR /fieldd
COPY Package.swift Makefile LICENSE THIRD-PARTY-NOTICES.txt ./
COPY Sources Sources
COPY Tests Tests
COPY packaging packaging
COPY share share
RUN apt-get update \
    && apt-get install --yes --no-install-recommends make=4.3-4.1 \
    && rm -rf /var/lib/apt/lists/* \
    && make install DESTDIR=/image PREFIX=/usr

FROM scratch
COPY --from=build /image/usr/bin/fieldd /usr/bin/fieldd
COPY --from=build /image/usr/share/doc/fieldd /usr/share/doc/fieldd
COPY --from=build /usr/share/zoneinfo /usr/share/zoneinfo
USER 65534:65534
WORKDIR /forms
ENTRYPOINT ["/usr/bin/fieldd"]
CMD ["--stdio", "--store", ":memory:"]
